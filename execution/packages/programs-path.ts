import { packagesVariable } from '../setup/index.ts'

// Programs of packages: of npm and its like, of pip, of uv, of gems; and what the setup got for want of one on the machine.
const beside = ['tools', 'python', 'environment', 'ruby'].map((name) => `$${packagesVariable}/${name}/bin:`).join('')

/** Puts the programs of installed packages on the path of a script. */
export const programsPath = `PATH="$PWD/node_modules/.bin:${beside}$PATH"; export PATH`
