import { isTest } from './imports.ts'
import { lineAt, type Rule, type Tree } from './source.ts'

const product = /^(apps|domains|execution|platform|packages\/(?!sdk\/)[^/]+)\/.+\.tsx?$/
// Tables are declared for the test that compares them with the schema, which finds them by their file.
const others = /(\.test|\.d)\.tsx?$|\/tables\.ts$/
const passedOn = /^export (?:type )?\{[^}]*\} from/gm
const declared = /^export (?:declare |abstract |async )*(?:const|let|function|class|interface|type) (\w+)/gm

/** Exports that only tests use, each with its reason. */
const forTests: ReadonlySet<string> = new Set([
  // Reads back the tree that checkpoints store, to prove what it contains.
  'storedSubtrees',
  // The English beside the German that a test compares with it; the console shows what the server wrote.
  'enSentences',
  // The page as it is, beside the page as it should be.
  'writtenPage',
])

/** Another file names each export of a product file, and the product itself uses it. To pass it on is no use. */
export const exported: Rule = (source, tree) => {
  if (!product.test(source.path) || isTest(source.path) || others.test(source.path)) return []
  const files = filesByWord.get(tree) ?? countFiles(tree)
  filesByWord.set(tree, files)
  return [...source.text.matchAll(declared)].flatMap(({ index, 1: name }) => {
    const { all = 0, own = 0 } = files.get(name!) ?? {}
    if (isInText(source.text, index)) return []
    const broken = { path: source.path, line: lineAt(source, index) }
    if (all < 2)
      return {
        ...broken,
        wrong: `exports ${name}, which no other file names`,
        instead: 'Leave “export” out, or the whole of it where this file does not use it either.',
      }
    if (own > 1 || forTests.has(name!) || isUsedAtHome(source.text, name!)) return []
    return {
      ...broken,
      wrong: `exports ${name}, which only tests use`,
      instead: 'Remove it with its tests, or move it into the test.',
    }
  })
}

/** True if the character is part of a template literal, such as the text of a file that the product writes. */
const isInText = (text: string, index: number) =>
  [...text.slice(0, index).replaceAll(/\\[^]/g, '').matchAll(/`/g)].length % 2 === 1

const isUsedAtHome = (text: string, name: string) => [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1

/** The number of files that have a word, and of those without tests. */
interface FileCounts {
  readonly all: number
  readonly own: number
}
const filesByWord = new WeakMap<Tree, ReadonlyMap<string, FileCounts>>()

const countFiles = (tree: Tree): ReadonlyMap<string, FileCounts> => {
  const counts = new Map<string, FileCounts>()
  for (const { path, text, isCode } of tree.values()) {
    if (!isCode) continue
    const more = isTest(path) ? 0 : 1
    for (const word of wordsOf(text)) {
      const { all = 0, own = 0 } = counts.get(word) ?? {}
      counts.set(word, { all: all + 1, own: own + more })
    }
  }
  return counts
}

/** The words of a file without the names that it only passes on, each under its own name. */
const wordsOf = (text: string) =>
  new Set(text.replaceAll(passedOn, (names) => names.match(/\w+ as \w+/g)?.join() ?? '').match(/\w+/g))
