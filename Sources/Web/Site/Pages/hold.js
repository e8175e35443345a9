// A button that is held for a second, by finger or by key, so that nothing happens by accident.

const time = 1000;

/** Calls `act` when the button was held. A click without a finger or a key, as assistive programs send it, counts. */
export function holding(button, act) {
  let timer = null;
  let isTouched = false;
  const begin = () => {
    isTouched = true;
    if (timer !== null || button.disabled) return;
    button.classList.add("held");
    timer = setTimeout(() => { end(); act(); }, time);
  };
  const end = () => {
    clearTimeout(timer);
    timer = null;
    button.classList.remove("held");
  };
  const isKey = ({ key }) => key === " " || key === "Enter";
  button.addEventListener("pointerdown", begin);
  for (const event of ["pointerup", "pointerleave", "pointercancel", "blur"]) button.addEventListener(event, end);
  button.addEventListener("keydown", (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) begin();
  });
  button.addEventListener("keyup", (event) => { if (isKey(event)) end(); });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    if (!isTouched && !button.disabled) act();
    isTouched = false;
  });
}
