import { existsSync } from 'node:fs'

/**
 * Entries of /proc that belong to the whole machine. Under a server run as root they are owned by the user that
 * commands run as, and some of them can be read or written without any capability.
 */
const hidden = ['kcore', 'keys', 'key-users', 'kpagecount', 'kpageflags', 'kpagecgroup', 'slabinfo', 'timer_list']
const readonly = ['acpi', 'bus', 'fs', 'irq', 'mtrr', 'scsi', 'sysrq-trigger']

const present = (names: readonly string[]) => names.map((name) => `/proc/${name}`).filter((path) => existsSync(path))

export const hiddenProcFiles = () => present(hidden)

/** Without /proc/sys, which each driver makes read-only in its own order. */
export const readonlyProcEntries = () => present(readonly)
