import robots from 'robots-parser'

// Its types are for an ES module, and it is not an ES module.
const robotsParser = robots as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, name: string): boolean | undefined
  getCrawlDelay(name: string): number | undefined
}

interface AskedRobots {
  readonly bytes: Uint8Array
  readonly url: string
  /** The name of the program that asks. */
  readonly name: string
}

/** The rule of a robots.txt for one address of its host, and the pause that it asks for. Its patterns may take long. */
export const readRobots = ({ bytes, url, name }: AskedRobots) => {
  const rules = robotsParser(new URL('/robots.txt', url).href, new TextDecoder().decode(bytes))
  return {
    isAllowed: rules.isAllowed(url, name) ?? true,
    pauseMs: Math.max(0, rules.getCrawlDelay(name) ?? 0) * 1_000,
  }
}
