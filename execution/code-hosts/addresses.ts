/** Whether an address that a host gave is one of a web page, and may be a link. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text)
