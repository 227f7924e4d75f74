/** True if an address from a host is a web address, and may be a link. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text)
