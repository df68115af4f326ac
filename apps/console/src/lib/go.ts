/** Goes to another page of the console: the router's way there, or, on pages that are shown without it, what starts it. */
export type Go = (to: string, options?: { replace?: boolean }) => void | Promise<void>;
