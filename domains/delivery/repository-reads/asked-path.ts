import { type TreePath, treePathOf } from '../../../execution/repositories/index.ts'

interface NamedFile {
  readonly path?: string | undefined
  readonly pathBase64?: string | undefined
}

/** The file that a query names, by its text or by its bytes; undefined unless by one of both. */
export const askedPath = ({ path, pathBase64 }: NamedFile): TreePath | undefined => {
  if (path !== undefined) return pathBase64 === undefined ? { path } : undefined
  return pathBase64 === undefined ? undefined : treePathOf(Buffer.from(pathBase64, 'base64'))
}

/** The fault of a query that names no file, or two. */
export const unnamedFile = { path: 'path', message: 'Send either path or pathBase64.', rule: 'required' } as const
