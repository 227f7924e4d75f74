import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// Raw bytes in and out, despite the .gitattributes of a tree. This file has the last word on each attribute.
const attributes =
  '* -text -ident -filter !crlf !eol !working-tree-encoding !diff !merge !export-subst !export-ignore\n'

// Files that package managers, interpreters and systems leave in a folder, for repositories that do not ignore them
// themselves.
const excludes = [
  'node_modules/',
  '__pycache__/',
  '*.pyc',
  '.venv/',
  '.pytest_cache/',
  '.mypy_cache/',
  '.ruff_cache/',
  '.DS_Store',
  'Thumbs.db',
  '',
].join('\n')

const configuration = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	hooksPath = /dev/null
	fsmonitor = false
[gc]
	auto = 0
[maintenance]
	auto = false
`

/** Writes the files of an empty bare repository into `gitDir`, which must not exist; as `git init`, without a template. */
export const writeBare = async (gitDir: string, defaultBranch: string): Promise<void> => {
  await mkdir(gitDir)
  await Promise.all(
    ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'].map((name) =>
      mkdir(join(gitDir, name), { recursive: true }),
    ),
  )
  await Promise.all([
    writeFile(join(gitDir, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`),
    writeFile(join(gitDir, 'config'), configuration),
    writeRules(gitDir),
  ])
}

/** Writes the attributes that hold despite a tree's own, and the ignored paths of each. */
export const writeRules = async (gitDir: string): Promise<void> => {
  await mkdir(join(gitDir, 'info'), { recursive: true })
  await writeFile(join(gitDir, 'info', 'attributes'), attributes)
  await writeFile(join(gitDir, 'info', 'exclude'), excludes)
}

/** Writes a file or the entries of a folder through to the disk. */
export const syncPath = async (path: string) => {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
