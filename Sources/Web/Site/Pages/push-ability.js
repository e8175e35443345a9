// Whether this browser can be sent notifications while no page is open, and else what stands in the way.

const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
const isInstalled = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

/**
 * `possible`, or the reason why not: `insecure`, `apple`, where the site has to be on the home screen first, or `unsupported`.
 *
 * Some browsers know notifications of an open page only; those would be silent when it matters.
 */
export function pushAbility() {
  if (!window.isSecureContext) return "insecure";
  if (isApple() && !isInstalled()) return "apple";
  const canPush = "PushManager" in window && "Notification" in window && navigator.serviceWorker;
  return canPush ? "possible" : "unsupported";
}
