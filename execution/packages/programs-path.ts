import { setupFolder } from '../setup/index.ts'

// Programs of packages: of npm and its like, of pip, of uv, of gems; and what the setup got for want of one on the machine.
const installed = [
  'node_modules/.bin',
  `${setupFolder}/tools/bin`,
  `${setupFolder}/python/bin`,
  `${setupFolder}/environment/bin`,
  `${setupFolder}/ruby/bin`,
]
  .map((folder) => `$PWD/${folder}`)
  .join(':')

/** Puts the programs of installed packages on the path of a script. */
export const programsPath = `PATH="${installed}:$PATH"; export PATH`
