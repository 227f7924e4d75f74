/** All that a thread sees of this process's environment: Node's compile cache, so that it starts in half the time. */
export const threadEnvironment = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE: folder } = process.env
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
