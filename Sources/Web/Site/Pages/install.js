// Lets the reader install the site as an app, where the browser offers that.

/** The button behind "More" appears once the browser would ask, and goes when the app is there. */
export function offerInstallation() {
  const button = document.getElementById("install");
  let offer = null;
  const show = () => { button.hidden = offer === null; };
  addEventListener("beforeinstallprompt", (event) => {
    // The browser's own banner would cover the page of whoever comes for the first time.
    event.preventDefault();
    offer = event;
    show();
  });
  addEventListener("appinstalled", () => {
    offer = null;
    show();
  });
  button.addEventListener("click", async () => {
    const asked = offer;
    // An offer can be made once; the browser sends another one if the reader declines.
    offer = null;
    await asked?.prompt();
    show();
  });
}
