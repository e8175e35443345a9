// The language of messages, which follows that of the site for those who have not chosen another one.

import { ask, meUnlessStranger } from "./account-api.js";
import { language } from "./language.js";

/** Gives the reader's messages the language in which the site is read from now on, unless they were in another one than it. */
export async function followLanguage(chosen) {
  // Only who is signed in has messages; a change needs what `/v1/me` tells.
  if (!await meUnlessStranger()) return;
  const profile = await ask("GET", "/v1/me/profile");
  if (profile.language === language) await ask("PATCH", "/v1/me/profile", { language: chosen });
}
