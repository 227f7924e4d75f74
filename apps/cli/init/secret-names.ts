const filesMost = 20
const namesMost = 50

const isTemplate = (path: string) => /(^|\/)\.env\.(example|sample|template|dist)$/.test(path)
const isWorkflow = (path: string) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)

/** The files that name secrets without having them: templates of .env files and workflows. */
export const secretFilesAmong = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => isTemplate(path) || isWorkflow(path)).slice(0, filesMost)

/** The names of secrets in such files, each once; never a value. */
export const secretNames = (files: ReadonlyMap<string, string>): readonly string[] => {
  const names = [...files].flatMap(([path, text]) => (isTemplate(path) ? namesInTemplate(text) : namesInWorkflow(text)))
  return [...new Set(names)].filter((name) => name !== 'GITHUB_TOKEN').slice(0, namesMost)
}

const likeSecret = /KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL|DSN|PRIVATE/

const namesInTemplate = (text: string): readonly string[] =>
  [...text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Z][A-Z0-9_]{1,99})[ \t]*=/gm)]
    .map(([, name]) => name!)
    .filter((name) => likeSecret.test(name))

const namesInWorkflow = (text: string): readonly string[] =>
  [...text.matchAll(/\bsecrets\.([A-Z][A-Z0-9_]{1,99})\b/g)].map(([, name]) => name!)
