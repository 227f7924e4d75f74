import {
  type FileAt,
  type Repositories,
  type Scanner,
  scannable,
  searchedPieces,
  type TreePath,
} from '../../../execution/repositories/index.ts'

// Limit of both sides of all files: a few seconds of the scanner, and more than a person reviews.
const scannedMostChars = 128 * 1_048_576

/** A file of a commit; one that is larger than texts are has no content here, and is read again piece by piece. */
export interface FileSide {
  readonly commit: string
  readonly path: TreePath
  readonly file: FileAt | undefined
}

/** Looks for secrets in every byte of changed files: large ones, binary ones, and those of any encoding. */
export const openSecretScan = (
  repositories: Repositories,
  repositoryId: string,
  { scanner, signal }: { readonly scanner: Scanner; readonly signal: AbortSignal },
) => {
  let left = scannedMostChars
  const piecesOf = async function* ({ commit, path, file }: FileSide) {
    if (file?.content) yield file.content
    else if (file) yield* repositories.readPieces(repositoryId, { commit, path, ...searchedPieces, signal })
  }
  return {
    /** The rule of each secret of a file, once for each that differs. */
    rulesIn: async (name: string, side: FileSide): Promise<readonly string[]> => {
      const found = new Map<string, string>()
      for await (const piece of piecesOf(side)) {
        const content = scannable(piece)
        left -= content.length
        if (left < 0) break
        const [secrets] = await scanner.scan([{ name, content }])
        for (const { rule, digest } of secrets!) found.set(`${rule} ${digest}`, rule)
      }
      return [...found.values()]
    },
    /** Whether the text exceeds the limit of the scan. */
    isTooMuch: () => left < 0,
  }
}
