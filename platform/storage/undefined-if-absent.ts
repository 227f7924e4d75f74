/** For `catch` after a call to the file system: undefined if nothing exists at the path, any other error again. */
export const undefinedIfAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
