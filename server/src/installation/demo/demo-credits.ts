/** Credits for one of the two projects: the demo's order is fulfilled for that project and pending for the other. */
export const demoCredits = `project,serial,vintage_start,vintage_end,tonnes,type,standard,registry,country,ccp,corresponding_adjustment
Mangrove Coast,11290-310550001-310550040-VCS-VCU-1491-VER-ID-14-2250-01012020-31122020-0,2020-01-01,2020-12-31,40,removal,VCS,Verra,ID,yes,no
Mangrove Coast,11874-322817101-322817160-VCS-VCU-1491-VER-ID-14-2250-01012021-31122021-0,2021-01-01,2021-12-31,60,removal,VCS,Verra,ID,unknown,unknown
`;
