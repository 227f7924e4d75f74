declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly headers?: Readonly<Record<string, string>>
    /** Seconds. */
    readonly duration: number
    readonly connections: number
  }
  export default function autocannon(
    options: Options,
  ): Promise<{ requests: { average: number; total: number }; non2xx: number }>
}
