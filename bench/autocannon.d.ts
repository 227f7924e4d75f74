declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly headers?: Readonly<Record<string, string>>
    /** Seconds. */
    readonly duration: number
    readonly connections: number
    /** Seconds until a request without an answer fails. */
    readonly timeout?: number
  }
  export default function autocannon(options: Options): Promise<{
    requests: { average: number; total: number }
    non2xx: number
    '2xx': number
    '4xx': number
    '5xx': number
  }>
}
