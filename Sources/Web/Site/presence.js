// Who was last seen to be signed in here. It opens nothing; it only spares the server the question of strangers, and
// says without a network whose page this is.

const key = "account";

/** The name of the account, or `null` for whoever has none here. */
export const rememberedName = () => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export function rememberName(name) {
  try {
    if (name === null) localStorage.removeItem(key);
    else localStorage.setItem(key, name);
  } catch {
    // Whoever lets pages keep nothing is asked each time.
  }
}
