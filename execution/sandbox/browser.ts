import { access, constants } from 'node:fs/promises'

// Sandboxes see all of /usr.
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
)

/** The browser of this machine that sandboxes see, as a path; undefined if it has none. */
export const findBrowser = async (paths: readonly string[] = browsers): Promise<string | undefined> => {
  for (const path of paths) if (await isExecutable(path)) return path
  return undefined
}

/** The browser that takes pictures: one that can show no window is enough. */
export const findCamera = (): Promise<string | undefined> =>
  findBrowser([...browsers, '/usr/bin/chromium-headless-shell'])

/** Whether a path is a program that may be started. */
export const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** The variables by which Karma, Puppeteer, Lighthouse and others find a browser instead of downloading one. */
export const browserVariables = (path: string): Readonly<Record<string, string>> => ({
  CHROME_BIN: path,
  CHROME_PATH: path,
  PUPPETEER_EXECUTABLE_PATH: path,
  PUPPETEER_SKIP_DOWNLOAD: 'true',
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
})
