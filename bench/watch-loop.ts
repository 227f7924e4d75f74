// Preloaded into a server that is measured: SIGUSR2 writes the longest block of the event loop since the last one, in
// milliseconds by the clock and by the thread's own CPU, which other load on the machine does not lengthen, to
// /tmp/atelier-loop-<pid>.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let longest = { clock: 0, cpu: 0 }
  let last = { clock: performance.now(), cpu: cpuMs() }
  setInterval(() => {
    const now = { clock: performance.now(), cpu: cpuMs() }
    longest = {
      clock: Math.max(longest.clock, now.clock - last.clock),
      cpu: Math.max(longest.cpu, now.cpu - last.cpu),
    }
    last = now
  }, 1).unref()
  process.on('SIGUSR2', () => {
    writeFileSync(`/tmp/atelier-loop-${process.pid}`, JSON.stringify(longest))
    longest = { clock: 0, cpu: 0 }
  })
}
