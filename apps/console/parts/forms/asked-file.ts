import { base64OfBytes } from '../files/base64.ts'

interface ListedFile {
  readonly path?: string | undefined
  readonly pathBase64?: string | undefined
}

/** The fields of a query that ask for a listed file: by its bytes where its name has a backslash or is no UTF-8. */
export const askedFile = ({ path = '', pathBase64 }: ListedFile) => {
  if (pathBase64 !== undefined) return { pathBase64 }
  if (!path.includes('\\')) return { path }
  return { pathBase64: base64OfBytes(new TextEncoder().encode(path)) }
}
