export function mainThreadCpuMs(pid: number): number;
