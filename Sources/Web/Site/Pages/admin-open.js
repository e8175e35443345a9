// Opens an account for somebody, and shows the link with which its owner chooses a password.

import { ask } from "./account-api.js";
import { byId } from "./dom.js";
import { onSubmit } from "./form.js";
import { text } from "./language.js";
import { notice } from "./notice.js";

/** Connects the form; `onOpen` is called after each opening. */
export function makeOpening(onOpen) {
  onSubmit(byId("open-form"), byId("open-status"), async () => {
    const email = byId("email").value.trim();
    const { name, link } = await ask("POST", "/v1/administration/accounts", { username: byId("username").value.trim(), ...email ? { email } : {} });
    byId("open-form").reset();
    byId("opened-about").textContent = text("admin.open.done", { name });
    byId("opened-link").value = link;
    byId("opened").hidden = false;
    byId("opened-link").focus();
    byId("opened-link").select();
    await onOpen();
  });
  byId("opened-copy").addEventListener("click", () =>
    navigator.clipboard?.writeText(byId("opened-link").value).then(() => notice(text("channel.copied")), () => byId("opened-link").select()));
}
