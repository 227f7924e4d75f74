import { packagesVariable } from '../setup/index.ts'

// Programs from packages (npm and its like, pip, uv, gems), and programs that the setup fetched because the machine
// lacks them.
const beside = ['tools', 'python', 'environment', 'ruby'].map((name) => `$${packagesVariable}/${name}/bin:`).join('')

/** Puts the programs of installed packages on the path of a script. */
export const programsPath = `PATH="$PWD/node_modules/.bin:${beside}$PATH"; export PATH`
