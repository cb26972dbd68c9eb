const ODD_PATH = /[^\w\-./~!$&'()*+,;=:@%]|%(?!2f)|\/\./i

/**
 * Whether only h3 reads a path rightly: one with escapes other than of slashes, dot segments, or characters that belong in
 * no path. All others read the same here and there.
 */
export const isOdd = (path: string): boolean => ODD_PATH.test(path)
