import { lineAt, type Rule, type Tree } from './source.ts'

const product = /^(apps|domains|execution|platform)\/.+\.tsx?$/
// Tables are declared for the test that compares them with the schema, which finds them by their file.
const others = /(\.test|\.d)\.tsx?$|\/tables\.ts$/
const declared = /^export (?:declare |abstract |async )*(?:const|let|function|class|interface|type) (\w+)/gm

/** Another file names each export of a product file. */
export const exported: Rule = (source, tree) => {
  if (!product.test(source.path) || others.test(source.path)) return []
  const files = filesByWord.get(tree) ?? countFiles(tree)
  filesByWord.set(tree, files)
  return [...source.text.matchAll(declared)]
    .filter(([, name]) => (files.get(name!) ?? 0) < 2)
    .map(({ index, 1: name }) => ({
      path: source.path,
      line: lineAt(source, index),
      wrong: `exports ${name}, which no other file names`,
      instead: 'Leave “export” out, or the whole of it where this file does not use it either.',
    }))
}

const filesByWord = new WeakMap<Tree, ReadonlyMap<string, number>>()

const countFiles = (tree: Tree): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { text, isCode } of tree.values())
    if (isCode) for (const word of new Set(text.match(/\w+/g))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
