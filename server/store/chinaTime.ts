const offset = 8 * 3_600_000

/** `2026-11-20T16:07:49.123+08:00`: China has one zone and no summer time. */
export const chinaTime = (ms: number): string => `${new Date(ms + offset).toISOString().slice(0, 23)}+08:00`
