// Boxes on the map, in pixels.

export const boxAround = ({ x, y }, width, height) =>
  ({ left: x - width, right: x + width, top: y - height, bottom: y + height });

export const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
