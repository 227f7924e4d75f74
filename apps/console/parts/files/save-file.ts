const keptMs = 60_000

/** Has the browser save bytes as a file. A slash would be a folder, and a control character no name. */
export const save = (content: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name.replaceAll(/[/\\\p{Cc}]/gu, '-').slice(-120)
  link.click()
  // The browser reads the bytes after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}
