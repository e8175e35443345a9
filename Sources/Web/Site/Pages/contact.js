// The contact page.

import { ask, meUnlessStranger } from "./account-api.js";
import { byId } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { text } from "./language.js";

const longest = 2000;

async function send() {
  const words = byId("text").value.trim();
  byId("text").setAttribute("aria-invalid", String(words === ""));
  byId("text-error").textContent = words === "" ? text("field.missing") : "";
  if (words === "") return byId("text").focus();
  const replyTo = byId("replyTo").value.trim();
  await ask("POST", "/v1/messages", { topic: byId("topic").value, text: words, ...(replyTo && { replyTo }) });
  byId("form").reset();
  say(byId("status"), text("contact.sent"));
}

async function start() {
  byId("text-length").textContent = text("contact.length", { count: longest });
  onSubmit(byId("form"), byId("status"), send);
  // A changing request repeats a token that only signed-in readers receive.
  await meUnlessStranger().catch(() => null);
}

start();
