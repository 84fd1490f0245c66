# cluster.bash - a Slurm of several nodes on this machine, for a test.
#
# Idea: munged, slurmctld and a slurmd for each node run from a configuration
# in one folder, with a key, a socket and ports of their own; SLURM_CONF tells
# sbatch and its kin where it is.  Nothing of the system's Slurm is read or
# written, and several clusters may run at once.
# Guarantee: cluster_stop leaves no process and no folder, whatever state the
# cluster is in.  Needs no root, but runs as root, too (in a container).
# Packages: slurmctld, slurmd, slurm-client, munge.

# Of Debian, whose daemons stand where no user's PATH leads.
cluster_path=$PATH:/usr/sbin:/sbin

# cluster_missing: says what this machine lacks for a cluster; nothing if it
# lacks nothing.
cluster_missing() {
    local tool
    for tool in munged slurmctld slurmd sbatch squeue scancel scontrol; do
        PATH=$cluster_path command -v $tool >/dev/null || {
            echo "no $tool here (apt-get install --no-install-recommends" \
                "slurmctld slurmd slurm-client munge)"
            return
        }
    done
}

# free_port: one that nobody listens at, from a place of this shell's own.
free_port() {
    local port=$((20000 + (BASHPID * 7 + RANDOM) % 12000)) hex
    while hex=$(printf ':%04X ' $port) &&
        grep -q "^ *[0-9]*: [0-9A-F]*$hex" /proc/net/tcp /proc/net/tcp6 \
            2>/dev/null; do
        port=$((port + 1))
    done
    echo $port
}

# cluster_conf NODE...: slurm.conf for these nodes.
cluster_conf() {
    local user node host
    user=$(id -un)
    host=$(uname -n)
    cat <<CONF
ClusterName=test
SlurmctldHost=${host%%.*}(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
# The time after which a task that lost its node may start again, s; 5 at least.
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
CryptoType=crypto/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MailProg=/bin/true
# More nodes on one machine than it has processors.
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=${CLUSTER_TIMEOUT:-4}
SlurmctldTimeout=10
MessageTimeout=2
TCPTimeout=1
KillWait=2
InactiveLimit=0
MinJobAge=${CLUSTER_REMEMBERS:-300}
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
CONF
    for node; do
        echo "NodeName=$node NodeHostname=${host%%.*} NodeAddr=127.0.0.1" \
            "Port=$(free_port) CPUs=${CLUSTER_CPUS:-1} RealMemory=64000" \
            "State=UNKNOWN"
    done
    echo "PartitionName=course Nodes=ALL Default=YES MaxTime=INFINITE State=UP"
    printf '%s\n' ${CLUSTER_MORE:+"$CLUSTER_MORE"}
}

# cluster_start [NODE...]: n1 and n2, or these; sets and exports SLURM_CONF,
# and $cluster, its folder.  1 with the logs' last lines if it does not come
# up within half a minute.
cluster_start() {
    [ $# -gt 0 ] || set -- n1 n2
    cluster=$(mktemp -d "${TMPDIR:-/tmp}/cluster.XXXXXX") || return
    export SLURM_CONF=$cluster/slurm.conf
    cluster_nodes="$*"
    # Users other than this one, too, shall reach its socket and its conf.
    chmod 755 "$cluster"
    mkdir "$cluster/state"
    (umask 077 && head -c 128 /dev/urandom >"$cluster/munge.key")
    cluster_conf "$@" >"$SLURM_CONF"
    printf 'CgroupPlugin=cgroup/v1\n' >"$cluster/cgroup.conf"
    cluster_run munged munged -F -f --key-file "$cluster/munge.key" \
        --socket "$cluster/munge.socket" --num-threads 2 \
        --pid-file "$cluster/munged.pid" --seed-file "$cluster/munged.seed" \
        --log-file "$cluster/munged.log"
    cluster_until 10 test -S "$cluster/munge.socket"
    cluster_controller
    for node; do cluster_revive "$node"; done
    cluster_until 30 cluster_idle $# || {
        tail -n 5 "$cluster"/*.log >&2
        cluster_stop
        return 1
    }
}

# cluster_run KEY PROGRAM ARGUMENTS: in the background, apart from this shell's
# files and terminal.
cluster_run() {
    local key=$1
    shift
    PATH=$cluster_path setsid "$@" </dev/null >"$cluster/$key.out" 2>&1 \
        3>&- 4>&- &
    disown $!
}

# cluster_until SECONDS COMMAND: as soon as it is true; 1 if it never is.
cluster_until() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}

# cluster_idle N: so many nodes can take jobs.
cluster_idle() {
    [ "$(sinfo --noheader --Node --states=idle --format %N | wc -l)" = "$1" ]
}

# cluster_controller: slurmctld, for the first time or again.
cluster_controller() {
    cluster_run slurmctld slurmctld -D
}

# cluster_revive NODE [COMMAND...]: its slurmd, for the first time or again; by
# COMMAND, which gets the words to run.
cluster_revive() {
    local node=$1
    shift
    mkdir -p "$cluster/$node"
    cluster_run "$node" "$@" slurmd -D -N "$node"
}

# cluster_processes PART: those that a daemon and its slurmstepds are, a line
# each: they keep its logs open.  Of a slurmstepd nothing else tells the node.
cluster_processes() {
    find /proc/[0-9]*/fd -maxdepth 1 -lname "$cluster/$1.*" 2>/dev/null |
        cut -d / -f 3 | sort -u
}

# cluster_below PROCESS...: these and all that they have started.
cluster_below() {
    ps -e -o pid= -o ppid= | awk -v all="$*" '
        BEGIN { for (n = split(all, pid, " "); n > 0; n--) has[pid[n]] }
        { parent[$1] = $2 }
        END {
            for (p in parent) {
                for (q = p; q in parent && !(q in has); q = parent[q]);
                if (q in has) print p
            }
        }'
}

# cluster_kill PART [daemons]: as when the power goes: slurmd, its slurmstepds
# and what they run, or the controller (slurmctld); with `daemons` without
# what they run, which goes on then.
cluster_kill() {
    local all
    all=$(cluster_processes "$1")
    [ -n "$all" ] || return 1
    # Words on purpose, here and below.
    # shellcheck disable=SC2086
    [ "${2-}" = daemons ] || all=$(cluster_below $all)
    # shellcheck disable=SC2086
    kill -KILL $all 2>/dev/null
}

# cluster_stop: ends all of it and removes the folder.
cluster_stop() {
    local part
    [ -n "${cluster-}" ] && [ -d "$cluster" ] || return 0
    for part in $cluster_nodes slurmctld munged; do
        cluster_kill "$part" || :
    done
    rm -rf "$cluster"
    unset SLURM_CONF cluster
}
