import { decodeText } from '../../../../packages/charsets/index.ts'

/** Bytes of a text, with the charset that came with them. */
export interface EncodedText {
  readonly bytes: Uint8Array
  readonly charset?: string | undefined
}

export const textOf = ({ bytes, charset }: EncodedText): string => decodeText(bytes, charset)
