/** A shorter secret, in bytes, looks like other text. */
export const maskableLeast = 6

const pieceBytes = 64
const pieceLeast = 32

/** White space and colons, which programs put into long encoded texts. */
export const isSeparator = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x3a

export interface Forms {
  /** Looked for as they are. */
  readonly plain: readonly Buffer[]
  /** Searched in the bytes without separators, and free of them. */
  readonly joined: readonly Buffer[]
}

/**
 * The forms of a value in the output of a program: in clear, escaped for JSON, HTML and URLs, in Base64 and Base64url
 * (RFC 4648) at each of the three offsets that it can have in a longer text, and in hexadecimal. A long form is split
 * into pieces, so that a part of it is found as well.
 */
export const formsOf = (value: string): Forms => {
  const bytes = Buffer.from(value)
  const hex = bytes.toString('hex')
  const plain = [value, ...escapedOf(value), ...encodedOf(value, bytes)]
  const joined = [withoutSeparators(bytes), ...base64Of(bytes), hex, hex.toUpperCase()]
  return { plain: piecesOf(plain), joined: piecesOf(joined) }
}

const escapedOf = (value: string) => {
  const json = JSON.stringify(value).slice(1, -1)
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  // Go and some others write these three as numbers in JSON.
  const numbered = json.replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  const quoted = html.replaceAll('"', '&quot;')
  return [json, numbered, html, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&apos;')]
}

const encodedOf = (value: string, bytes: Buffer) => {
  const url = encodeURIComponent(value)
  const strict = url.replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const all = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const lower = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  return [url, strict, strict.replaceAll('%20', '+'), encodeURI(value)]
    .flatMap((text) => [text, lower(text)])
    .concat(all, all.toUpperCase())
}

const base64Of = (bytes: Buffer) =>
  [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
    // Characters that hold bits of the neighbouring text are left out.
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor((whole.length * 8) / 6)
    return [whole.toString('base64').slice(from, to), whole.toString('base64url').slice(from, to)]
  })

const withoutSeparators = (bytes: Buffer) => Buffer.from(bytes.filter((byte) => !isSeparator(byte)))

const piecesOf = (forms: readonly (string | Buffer)[]): Buffer[] => {
  const pieces = forms.flatMap((form) => cut(Buffer.from(form as string)))
  const distinct = new Map(pieces.map((piece) => [piece.toString('latin1'), piece]))
  return [...distinct.values()].filter(({ length }) => length >= maskableLeast)
}

const cut = (form: Buffer): Buffer[] =>
  form.length < pieceBytes + pieceLeast ? [form] : [form.subarray(0, pieceBytes), ...cut(form.subarray(pieceBytes))]
