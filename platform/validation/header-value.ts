const notAscii = /[^\t\x20-\x7e]+/gu

// Source: RFC 9110, section 5.6.2.
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Whether a text can be sent as the value of an HTTP header as it is. */
export const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)

/** Whether these names and values can be sent as HTTP headers as they are. */
export const areHeaders = (headers: Readonly<Record<string, string>>): boolean =>
  Object.entries(headers).every(([name, value]) => headerName.test(name) && isHeaderValue(value))

/** A text as the value of an HTTP header: what no header takes, such as a line break, is percent-encoded as UTF-8. */
export const headerValue = (text: string): string =>
  text.toWellFormed().replaceAll(notAscii, (part) => encodeURIComponent(part))

/** A text for a header of a mail, whose composer encodes letters: one line without control characters. */
export const mailHeaderValue = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
