const keptMs = 60_000

/** Has the browser save an address as a file. A slash would be a folder, and a control character no name. */
export const saveFrom = (href: string, name: string): void => {
  const link = document.createElement('a')
  link.href = href
  link.download = name.replaceAll(/[/\\\p{Cc}]/gu, '-').slice(-120)
  link.click()
}

/** Has the browser save bytes as a file. */
export const save = (content: Blob, name: string): void => {
  const href = URL.createObjectURL(content)
  saveFrom(href, name)
  // The browser reads the bytes after the click.
  setTimeout(() => URL.revokeObjectURL(href), keptMs)
}
