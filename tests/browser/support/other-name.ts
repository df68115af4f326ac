/** A name of this machine in the browser of the tests. Unlike the loopback's own addresses, browsers don't call it safe without HTTPS. */
export const otherName = 'console.test';
