// Joins the packages that the command line reads: node apps/cli/build/main.ts. bin/packages.sh calls it.
import { joinedFolder } from '../joined-packages.ts'
import { joinPackages } from './join-packages.ts'

await joinPackages(joinedFolder)
