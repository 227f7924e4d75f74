import { randomBytes } from 'node:crypto'

/** One field of a form: a text, or a file. Names are ours, and hold nothing that a header could not. */
interface FormField {
  readonly name: string
  readonly value: string | Buffer
  readonly file?: { readonly name: string; readonly mediaType: string }
}

/** A form as `multipart/form-data` (RFC 7578). */
export const multipart = (fields: readonly FormField[]): { readonly mediaType: string; readonly bytes: Buffer } => {
  const boundary = `atelier-${randomBytes(16).toString('hex')}`
  const parts = fields.flatMap(({ name, value, file }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    file ? `; filename="${file.name}"\r\ncontent-type: ${file.mediaType}` : '',
    '\r\n\r\n',
    value,
    '\r\n',
  ])
  const bytes = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
  return { mediaType: `multipart/form-data; boundary=${boundary}`, bytes }
}
