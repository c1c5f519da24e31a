export function busyMs(pid: number): number;
