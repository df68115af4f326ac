/** A setting that stops the start; its message is the sentence shown to the operator. */
export class SettingsError extends Error {}
