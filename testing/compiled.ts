/** Environment for the product's programs that tests start: Node keeps what it compiled, as it does for those of bin/. */
export const compiled = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE: folder } = process.env
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
