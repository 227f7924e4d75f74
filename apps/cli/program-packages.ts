import { Option, type Command } from 'commander'
import { purlTypes } from '../../domains/delivery/components/rules.ts'
import { addCommands, commandsIn, required } from './command-table.ts'
import type { Session } from './session.ts'

const fromPackages = commandsIn(() => import('./commands/work/packages.ts'))

/** Commands about packages in deliveries. */
export const addPackages = (program: Command, session: Session): void => {
  const packages = program.command('packages').description('the packages in what was delivered')
  addCommands(packages, session, [
    [
      'affected',
      'who was delivered a package in an affected version, and whom to tell',
      fromPackages('showAffected'),
      ['[package]', 'its name, such as lodash; left out with --osv'],
      new Option('--type <type>', 'its kind').choices(purlTypes).default('npm'),
      ['--fixed <version>', 'versions before it are affected; by default all'],
      ['--vulnerability <id>', 'under which notices are kept, such as CVE-2021-23337'],
      ['--osv <file>', 'a whole vulnerability as osv.dev publishes it, in place of a package'],
    ],
    [
      'notice',
      'record that a client knows of a vulnerability',
      fromPackages('recordNotice'),
      ['<client>', 'the client account, by name or id'],
      required('--vulnerability <id>', 'the id of the vulnerability, such as CVE-2021-23337'),
      required('--note <text>', 'how the client heard of it'),
      ['--at <time>', 'when, such as 2027-03-04T10:15:00Z; by default now'],
    ],
    [
      'bill',
      'the bill of materials of the commit that a cycle delivered, as CycloneDX',
      fromPackages('readBill'),
      ['[cycle]', 'id or handle of a cycle; by default the newest of the project of this folder'],
      ['[file]', 'where to write it; by default to standard output'],
    ],
  ])
}
