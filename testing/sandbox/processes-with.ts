import { readdir, readFile } from 'node:fs/promises'

/** The processes of the host, in every namespace below ours, whose command line holds `marker`. */
export const processesWith = async (marker: string): Promise<number[]> => {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (words.includes(marker) && Number(pid) !== process.pid) found.push(Number(pid))
  }
  return found
}
