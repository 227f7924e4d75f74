import { availableParallelism } from 'node:os'
import { onOff, origin, wholeNumber } from './kinds.ts'

const mebibyte = 1024 * 1024
const second = 1_000
const cores = availableParallelism()

/** Settings of deployments and their programs. */
export const previews = {
  isOn: onOff(true, ['ATELIER_PREVIEWS', 'Whether this instance builds and serves deployments of projects.']),
  url: origin([
    'ATELIER_PREVIEW_URL',
    'The address below which each deployment has a host of its own: `https://previews.example.net` serves `https://<label>.previews.example.net`, and DNS and proxy have to lead `*.previews.example.net` here. Its site must not be that of ATELIER_PUBLIC_URL, as `example.net` is not `example.com`. Without it: `http://preview.localhost` with the port of the server.',
  ]),
  running: wholeNumber({ min: 1, max: 1000, absent: Math.max(4, cores * 2), fallback: 'two per core, at least 4' }, [
    'ATELIER_PREVIEW_LIMIT',
    'Programs of deployments that run at one time; the one without requests for longest sleeps.',
  ]),
  idleMs: wholeNumber({ min: 1, max: 1_440, absent: 15, scale: 60 * second }, [
    'ATELIER_PREVIEW_IDLE_MINUTES',
    'After how long without requests the program of a deployment sleeps.',
  ]),
  buildsPerHost: wholeNumber({ min: 1, max: 100, absent: 5 }, [
    'ATELIER_PREVIEW_BUILDS',
    'Builds of one address of a deployment that are kept to go back to, the one that is served among them.',
  ]),
  projectBuildBytes: wholeNumber({ min: 1, max: 1_073_741_824, absent: 8_192, scale: mebibyte }, [
    'ATELIER_PREVIEW_PROJECT_DISK_MIB',
    'What the kept builds of one project may take, in MiB. The oldest are removed first; what is served stays.',
  ]),
  instanceBuildBytes: wholeNumber({ min: 1, max: 1_073_741_824, absent: 65_536, scale: mebibyte }, [
    'ATELIER_PREVIEW_DISK_MIB',
    'The same of all projects together, in MiB.',
  ]),
}
