// Links that call or write to a phone number from the reader's own device.

/** The number as a link dials it. */
export const dialled = (phone) => phone.replace(/[^\d+]/g, "");

/** A link that writes to a number, or to somebody whom the reader chooses (RFC 5724). */
export const writing = (phone, words) => `sms:${phone ? dialled(phone) : ""}?body=${encodeURIComponent(words)}`;
