// Pictures are made smaller on the device before they are sent.

const quality = 0.9;
const readable = new Set(["image/jpeg", "image/png", "image/webp"]);

/**
 * A picture of at most `edge` pixels, as a JPEG if it was larger or of a kind that only this device can read.
 *
 * Resolves with the file itself if it is no picture, or none that this browser can draw.
 */
export async function smaller(file, edge) {
  const isPicture = file.type.startsWith("image/");
  const picture = isPicture ? await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null) : null;
  if (!picture) return file;
  const factor = Math.min(1, edge / Math.max(picture.width, picture.height));
  if (factor === 1 && readable.has(file.type)) return file;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height].map((length) => Math.max(1, Math.round(length * factor)));
  const pen = canvas.getContext("2d");
  // A JPEG has no transparency.
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality)) ?? file;
}
